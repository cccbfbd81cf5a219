-- Provisioning: floods in the audit log, and employer numbers that are sealed.

alter table access.audit add column calls int not null default 1 check (calls > 0);
comment on column access.audit.calls is
  'How many calls the entry stands for: calls over the limits of a key are one entry for some seconds.';
create index audit_key on access.audit (key_id, id desc) where key_id is not null;

alter table access.workspace add column ein_sealed bytea;
comment on column access.workspace.ein_sealed is 'Employer identification number: nine digits, sealed by the vault for workspace.ein:<id>.';
comment on column access.workspace.ein is 'As ein_sealed, but in clear text, from before 0026. The job seal-eins moves it there.';
create index workspace_ein_unsealed on access.workspace (id) where ein is not null;

create index approval_requested on access.approval (user_id) where approved_at is null and declined_at is null;
