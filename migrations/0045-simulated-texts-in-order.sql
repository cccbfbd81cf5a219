-- What a virtual phone was handed in one moment has an order too: that of the turns in which messages leave the queue.
alter table sms.simulated_text add column place bigint generated always as identity;
comment on column sms.simulated_text.place is 'The order in which virtual phones were handed their texts.';
