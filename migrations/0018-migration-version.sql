alter table platform.migration add column version text;
comment on column platform.migration.version is
  'The version of Bureau that applied it. Null: one before versions were recorded.';
