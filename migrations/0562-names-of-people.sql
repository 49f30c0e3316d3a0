-- Names from the invitation page were stored unchecked. Control characters, line breaks, marks that turn the direction of
-- text and invisible characters become spaces.
update users set name = coalesce(nullif(trim(regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+', ' ', 'g')), ''), email)
where name ~ '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]';
update invitations set name = coalesce(nullif(trim(regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+', ' ', 'g')), ''), email)
where name ~ '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]';
