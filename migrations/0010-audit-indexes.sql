-- For the audit log of a workspace, newest first, by time, person, and action.
create index audit_workspace_at on identity.audit using btree (workspace_id, at desc, id desc) where (workspace_id is not null);
create index audit_workspace_user on identity.audit using btree (workspace_id, user_id, at desc, id desc) where (workspace_id is not null);
create index audit_workspace_action on identity.audit using btree (workspace_id, action, at desc, id desc) where (workspace_id is not null);
