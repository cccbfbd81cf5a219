-- Counted tries become a mechanism of the platform: links use it, and later log-in, reset and invitation.

create table platform.try (
  target text collate "C" not null,
  subject text collate "C" not null,
  tries int not null check (tries >= 0),
  last_at timestamptz not null,
  next_at timestamptz not null,
  forget_at timestamptz not null,
  constraint try_pk primary key (target, subject)
);
comment on table platform.try is 'Tries at secrets that people type, counted before they are judged, so that parallel ones count too.';
comment on column platform.try.target is 'What is tried: share.password:<link>. Tries at different things are counted apart.';
comment on column platform.try.subject is
  'Whose tries count together: from:<address of the caller>, to:<e-mail address>, or all for everybody.';
comment on column platform.try.next_at is 'Tries before this instant are refused unseen.';
comment on column platform.try.forget_at is 'From this instant on the tries do not count any more.';
create index try_forget on platform.try (forget_at);

insert into platform.try (target, subject, tries, last_at, next_at, forget_at)
select 'share.' || kind || ':' || file_id, subject, tries, last_at, next_at, last_at + interval '6 hours'
from files.share_try;

drop table files.share_try;
