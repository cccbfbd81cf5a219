-- Lists of people are written as JSON by PostgreSQL: no characters stand between names any more. Names still come
-- without control characters from every API.

alter table access.user drop constraint user_name_separable;
