-- Lists of the web app. No upload pays for the links: few items are shared.

create index file_shared on files.file (workspace_id, folded_name, id) where share_status <> 'private';
