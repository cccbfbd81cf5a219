-- What metrics ask of mails: few rows of many.

create index mail_waiting on platform.mail (created_at) where sent_at is null and failed_at is null;
comment on index platform.mail_waiting is 'For the metrics of mails that wait.';
create index mail_failed on platform.mail (failed_at) where failed_at is not null;
comment on index platform.mail_failed is 'For the metrics of mails that were given up.';
