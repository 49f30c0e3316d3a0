-- Names are listed as people look for them: an accent or a macron does not send somebody behind Z.
create function name_key(name text) returns text language sql immutable parallel safe
return translate(lower(name), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžøłđħı', 'aaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzoldhi');

drop index employees_company;
create index employees_company on employees
  (company_id, name_key(last_name), name_key(first_name), name_key(coalesce(middle_name, '')), id);
