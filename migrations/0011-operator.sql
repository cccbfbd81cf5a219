-- For the lists and searches of operators. Prefixes are ranges in bytes.
create index user_email_prefix on identity."user" using btree ((email collate "C"));
create index user_name_prefix on identity."user" using btree ((lower((first_name || ' '::text) || last_name) collate "C"));
create index user_last_name_prefix on identity."user" using btree ((lower(last_name) collate "C"));
create index user_disabled on identity."user" using btree (id) where (disabled_at is not null);
create index workspace_name_prefix on identity.workspace using btree ((lower(name) collate "C"));
create index subscription_plan on identity.subscription using btree (plan);
create index approval_pending on identity.approval using btree ((((approved_at is null) and (declined_at is null) and (revoked_at is null))), user_id);
create index audit_newest on identity.audit using btree (at desc, id desc);
create index audit_action on identity.audit using btree (action, at desc, id desc);
create index audit_user_at on identity.audit using btree (user_id, at desc, id desc) where (user_id is not null);
