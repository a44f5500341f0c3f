-- The trace that a job continues: the W3C header `traceparent`, then a space and `tracestate` if there was one.
alter table jobs add column trace text;
