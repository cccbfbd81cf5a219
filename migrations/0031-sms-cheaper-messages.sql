-- Less is written for each message that is accepted: docs/decisions/0046.

-- Each was a look-up and a row lock a message. A message is written under the lock of its account, which makes the account's
-- row; a row of the queue is written by the statement that writes its message.
alter table sms.queue drop constraint queue_message_id_fkey;
alter table sms.message drop constraint message_workspace_id_fkey;

-- What waits stands in sms.queue, so it needs no entry here.
drop index sms.message_in_status;
create index message_in_status on sms.message (workspace_id, status, id) where status <> 'queued';
-- A message to any number of the pool gets its entry when a number takes it.
drop index sms.message_on_number;
create index message_on_number on sms.message (workspace_id, number_id, id) where number_id is not null;
