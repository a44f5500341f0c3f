-- Pending deliveries are uses of their connection.
create index post_action_deliveries_waiting on post_action_deliveries (connection_id) where status = 'pending';
