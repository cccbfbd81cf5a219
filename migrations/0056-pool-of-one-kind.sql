-- Texts for real people must not end in a simulator: the pool has simulated numbers or real ones, never both.

alter table sms.number
  drop constraint number_workspace_id_fkey,
  add column dedicated_to bigint generated always as (nullif(workspace_id, 0)) stored
    constraint number_workspace_id_fkey references access.workspace (id);
comment on column sms.number.workspace_id is
  'The account that the number is dedicated to; null: the shared pool; 0: nobody, as for simulated numbers that left the pool to '
  'real ones.';

update sms.number set workspace_id = 0
 where carrier = 'simulator' and workspace_id is null and removed_at is null
   and exists (select from sms.number where carrier <> 'simulator' and workspace_id is null and removed_at is null);

-- The two ranges are adjacent, and each is not adjacent to itself. So a number excludes those of the other kind only.
alter table sms.number add constraint number_pool_of_one_kind exclude using gist (
  (case when carrier = 'simulator' then int4range(0, 1) else int4range(1, 2) end) with -|-
) where (workspace_id is null and removed_at is null);
