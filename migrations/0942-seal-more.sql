-- More columns are encrypted from now on. The re-encryption job runs again and encrypts the values that are there.
update sealing_keys set swept_at = null;
