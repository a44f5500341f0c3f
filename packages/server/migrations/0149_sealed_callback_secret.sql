-- The secret of a callback is encrypted with the key of the installation. The name of its column does not say so.
comment on column engine_callbacks.secret is 'sealed with the key of the installation';
