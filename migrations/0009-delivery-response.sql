-- What the app shows of a delivery, and what sending it again needs.

alter table webhooks.delivery
  add column sent_at timestamptz,
  add column response_excerpt text,
  add column attempts_before integer not null default 0,
  add column test boolean not null default false,
  add constraint delivery_response_excerpt_check check ((char_length(response_excerpt) <= 1024));
comment on column webhooks.delivery.sent_at is 'The timestamp in the body of the last attempt. With it the request can be written again as it was sent; its signatures follow from the secret.';
comment on column webhooks.delivery.response_excerpt is 'The first characters of the last response, null without one. Bytes that are no text are replaced.';
comment on column webhooks.delivery.attempts_before is 'The attempts made before it was sent again. The schedule of retries counts those since.';
comment on column webhooks.delivery.test is 'A sample that a person sent to this webhook; its body says so.';

-- Lists of one status read the first entries; lists of all statuses read the first of each.
drop index webhooks.delivery_of_webhook;
create index delivery_of_webhook on webhooks.delivery using btree (webhook_id, status, id);

create index delivery_failed_of_webhook on webhooks.delivery using btree (webhook_id, created_at) where (status = 'failed'::text);
comment on index webhooks.delivery_failed_of_webhook is 'For sending again what failed since a time.';
