-- Mails are limited for each recipient, workspace and caller, whatever feature sends them.

create table platform.mail_limit (
  subject text collate "C" primary key,
  sent_at timestamptz[] not null,
  forget_at timestamptz not null
);
comment on table platform.mail_limit is 'When mails were sent of late, counted in the transaction that sends them.';
comment on column platform.mail_limit.subject is
  'What is limited: to:<address>, to:<address>:<kind>, tenant:<id of a workspace> or from:<address of the caller>.';
comment on column platform.mail_limit.sent_at is 'The mails that count, as many as the limit at the most.';
comment on column platform.mail_limit.forget_at is 'From this instant on none of them counts any more.';
create index mail_limit_forget on platform.mail_limit (forget_at);
