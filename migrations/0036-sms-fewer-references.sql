-- Numbers and workspaces are never deleted, and a claim writes down those of messages that it has. Each of these references was
-- looked up again for every message that is handed over.
alter table sms.message drop constraint message_number_id_fkey;
alter table sms.contact
  drop constraint contact_number_id_fkey,
  drop constraint contact_workspace_id_fkey;
alter table sms.simulated_text
  drop constraint simulated_text_number_id_fkey,
  drop constraint simulated_text_message_id_fkey;
