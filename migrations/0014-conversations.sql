-- Conversations of the web app. One row for each phone, kept with every message, so that a list of conversations reads as many
-- rows as it shows, with any number of messages. A send of one text writes about 150 bytes more.

create table sms.conversation (
  workspace_id bigint not null,
  phone text not null collate "C",
  last_id bigint not null,
  last_in_id bigint,
  last_in_at timestamptz,
  constraint conversation_pkey primary key (workspace_id, phone),
  constraint conversation_in_whole check (((last_in_id is null) = (last_in_at is null)))
);
create index conversation_newest on sms.conversation using btree (workspace_id, last_id);
create index conversation_answered on sms.conversation using btree (workspace_id, last_id) where (last_in_id is not null);
comment on table sms.conversation is 'Phones that a workspace exchanged texts with, whether by themselves or in groups. Not those of the operator''s own messages. Written under the lock of sms.account, in the statement that adds the message, and by the purge of messages.';
comment on column sms.conversation.phone is 'As in sms.message, in bytewise order for searches by the first digits.';
comment on column sms.conversation.last_id is 'The newest message.';
comment on column sms.conversation.last_in_id is 'The newest message of the phone.';
comment on column sms.conversation.last_in_at is 'The latest time at which the phone sent one.';

create table sms.read_mark (
  workspace_id bigint not null,
  phone text not null collate "C",
  user_id bigint not null,
  message_id bigint not null,
  constraint read_mark_pkey primary key (workspace_id, phone, user_id)
);
comment on table sms.read_mark is 'How far a person has read a conversation. Goes when the conversation does.';

insert into sms.conversation (workspace_id, phone, last_id, last_in_id, last_in_at)
select workspace_id, phone, max(id), max(id) filter (where direction = 'in'), max(created_at) filter (where direction = 'in')
  from sms.message
 where workspace_id <> 0
 group by workspace_id, phone;

-- Messages that end in the queue have a step as well.
alter table sms.handoff alter column number_id drop not null;
comment on column sms.handoff.number_id is 'Null: the message ended before a number had it.';
