-- An escalated case is escalated even while a clock is paused.

update cases set state = 'escalated'
where state = 'waiting' and proposal is null and escalated_at is not null and closed_at is null;
