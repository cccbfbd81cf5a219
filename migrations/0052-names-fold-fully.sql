-- Names are compared by Unicode's full case folding; so far a final sigma, ß and ligatures kept a form of their own. These
-- are the characters that lower case and case folding treat differently, in decomposed text.

with folded as (
  select
    workspace_id, id,
    normalize(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      replace(replace(
        translate(normalize(folded_name, NFD), E'µſ\u0345ςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈ', 'μsισβθφπκρεвдосттъѣꙋ')
      , 'ß', 'ss'), 'ŉ', 'ʼn'), 'և', 'եւ'), 'ẚ', 'aʾ'), 'ﬀ', 'ff'), 'ﬁ', 'fi')
      , 'ﬂ', 'fl'), 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬅ', 'st'), 'ﬆ', 'st'), 'ﬓ', 'մն')
      , 'ﬔ', 'մե'), 'ﬕ', 'մի'), 'ﬖ', 'վն'), 'ﬗ', 'մխ')
      , NFC
    ) as folded_name
  from files.file
  -- Only names outside ASCII.
  where octet_length(folded_name) > length(folded_name)
)
update files.file item set folded_name = folded.folded_name
from folded
where item.workspace_id = folded.workspace_id and item.id = folded.id
  and item.folded_name <> folded.folded_name;
