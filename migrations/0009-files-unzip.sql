-- Small files of an archive are stored together: one object and one flush for thousands of them (design.md section 5).

alter table files.blob
  add column pack_key text collate "C",
  add constraint blob_pack foreign key (pack_key, workspace_id) references files.blob (key, workspace_id);
comment on column files.blob.pack_key is
  'The pack that holds the bytes of this blob; where in it stands in the key. Null: the blob is an object of its own.';
create index blob_of_pack on files.blob (pack_key) where pack_key is not null;
