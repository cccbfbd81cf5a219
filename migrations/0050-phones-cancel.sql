-- A phone may report that its owner cancelled a message.
alter table sms.handoff
  drop constraint handoff_what_check,
  add constraint handoff_what_check
    check (what in ('handed', 'delayed', 'sent', 'delivered', 'failed', 'expired', 'cancelled')) not valid;
