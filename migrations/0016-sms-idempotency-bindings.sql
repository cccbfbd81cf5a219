-- A repeat must not show what its caller could not list, so a key that is bound to a number has idempotency keys of its
-- own: docs/api/sms.md#idempotency.
alter table sms.idempotency
  drop constraint idempotency_pkey,
  add column number_id bigint references sms.number (id),
  add constraint idempotency_key unique nulls not distinct (workspace_id, key, number_id);
comment on column sms.idempotency.number_id is 'The number that the API key is bound to; null for one without a binding.';

-- Answers from before do not say which key they were given to. One from a certain number may have gone to a key that is
-- bound to it, whose repeat must not send again.
insert into sms.idempotency (workspace_id, key, number_id, created_at, answer)
select workspace_id, key, (answer -> 'messages' -> 0 ->> 'number_id')::bigint, created_at, answer
  from sms.idempotency
 where answer -> 'messages' -> 0 ->> 'number_id' is not null;
