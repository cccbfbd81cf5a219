-- Old messages are found at the beginning of the primary key. An index of created_at would have to be read, with most of the table,
-- once freed pages hold new messages too.
drop index sms.message_created;
