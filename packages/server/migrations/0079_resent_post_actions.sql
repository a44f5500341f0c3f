-- Attempts made before the delivery was last sent again by hand: the table of retries starts anew behind them.
alter table post_action_deliveries add column attempts_before integer not null default 0;
