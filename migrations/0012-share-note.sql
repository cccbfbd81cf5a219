-- What visitors of a share see of the person who shared it.

alter table files.file
  add column shared_by bigint,
  add column shared_at timestamptz,
  add column share_message text,
  add constraint private_has_no_note check (((share_status <> 'private'::text) or ((shared_by is null) and (shared_at is null) and (share_message is null)))),
  add constraint file_share_message_check check ((char_length(share_message) <= 1000));
comment on column files.file.shared_by is 'The person who turned the link on. Null: before this was kept.';
comment on column files.file.share_message is 'Of the person who shared it, for visitors. Changing it does not raise share_version: nobody is asked for the password again.';
