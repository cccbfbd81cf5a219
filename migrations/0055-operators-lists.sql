alter table platform.mail add column queued_at timestamptz;
update platform.mail set queued_at = created_at;
comment on column platform.mail.queued_at is
  'When it was last handed to the queue, which gives up a day later; null while it is only kept, because there was no mail server.';

drop index platform.mail_waiting;
create index mail_waiting on platform.mail (queued_at) where queued_at is not null and sent_at is null and failed_at is null;
comment on index platform.mail_waiting is 'For the metrics of mails that wait.';

create index delivery_failed on webhooks.delivery (id) where status = 'failed';
comment on index webhooks.delivery_failed is 'For the operator, who lists what failed.';
