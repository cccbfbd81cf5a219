-- Old messages are deleted when the operator sets for how long they are kept. What names a message by its id outlives it.
create index message_created on sms.message using brin (created_at) with (autosummarize = on);
alter table sms.inbound drop constraint inbound_message_id_fkey;
alter table sms.simulated_text
  drop constraint simulated_text_message_id_fkey,
  add constraint simulated_text_message_id_fkey foreign key (message_id) references sms.message (id) on delete cascade;
