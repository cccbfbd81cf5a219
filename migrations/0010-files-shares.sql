-- Share links as visitors use them, and what creating an organization by API adds (files.md 4; design.md section 3).

alter table files.file add column share_version bigint not null default 0;
comment on column files.file.share_version is
  'Raised by every change of status, password, addresses or expiry: what a visitor had been let in with ends with it.';

-- The sweep looks only at links that will expire, in the order in which they do.
create index file_share_expiry on files.file (share_expires_at) where share_expires_at is not null;

-- The tables below have no foreign key to files.file: one would cost a look-up for each row of a deleted subtree.
-- Ids are not given twice, so what is left of a deleted link meets nobody until the purge removes it.

create table files.share_try (
  file_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('password', 'code', 'mail')),
  subject text collate "C" not null,
  tries int not null check (tries >= 0),
  last_at timestamptz not null,
  next_at timestamptz not null,
  constraint share_try_pk primary key (file_id, kind, subject)
);
comment on table files.share_try is 'Tries at the door of a link, counted before they are judged, so that parallel ones count too.';
comment on column files.share_try.subject is
  'Whose tries count together: from:<address of the caller>, to:<e-mail address>, or all for everybody at this link.';
comment on column files.share_try.next_at is 'Tries before this instant are refused unseen.';
create index share_try_last on files.share_try (last_at);

create table files.share_code (
  file_id text collate "C" not null,
  email text collate "C" not null,
  share_version bigint not null,
  code_hash text not null,
  tries_left int not null check (tries_left >= 0),
  expires_at timestamptz not null,
  constraint share_code_pk primary key (file_id, email)
);
comment on table files.share_code is 'The one code that is good for an address of a limited link; a new one replaces it.';
create index share_code_expiry on files.share_code (expires_at);

create table files.share_access (
  id bigint generated always as identity primary key,
  file_id text collate "C" not null,
  workspace_id bigint not null,
  entry_id text collate "C" not null,
  action text collate "C" not null check (action in ('view', 'preview', 'download', 'password', 'code')),
  email text,
  address text not null,
  accessed_at timestamptz not null
);
comment on table files.share_access is 'Who came through a link and what for; a night''s purge keeps it bounded.';
comment on column files.share_access.file_id is 'The shared file or folder.';
comment on column files.share_access.entry_id is 'The file or folder that was looked at: the shared one or something beneath it.';
comment on column files.share_access.email is 'The address that the visitor proved to have; null where none was asked for.';
create index share_access_of on files.share_access (file_id, id desc);
create index share_access_age on files.share_access (accessed_at);

alter table access.workspace add column if not exists ein text;
alter table access.workspace add constraint workspace_ein_digits check (ein ~ '^[0-9]{9}$');
comment on column access.workspace.ein is 'Employer identification number of an organization: nine digits, without the hyphen.';
