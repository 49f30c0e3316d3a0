#!/bin/sh
# Backs up the database each night at BACKUP_AT in the time zone TZ, and keeps BACKUP_DAYS days of files.
# nightly-backup.sh once: back up now, and exit with 1 when that fails. nightly-backup.sh check: exit with 1 when no backup is recent.
set -u
folder=${BACKUP_FOLDER:-/backups}
at=${BACKUP_AT:-02:00}
# The dump contains all payroll data, so only its owner may read it.
umask 077
trap 'exit 0' TERM INT

# A dump counts only when it was written completely and its table of contents can be read.
back_up() {
  file=$folder/tasman-$(date -u +%Y%m%dT%H%M%SZ).dump
  if pg_dump --format=custom --no-owner --file="$file.part" &&
    pg_restore --list "$file.part" >/dev/null && mv "$file.part" "$file"; then
    rm -f "$folder/FAILED"
    echo "Backed up to $file."
    find "$folder" -name 'tasman-*' -mtime "+${BACKUP_DAYS:-30}" -delete
  else
    rm -f "$file.part"
    date -u > "$folder/FAILED"
    echo "The backup failed. Older backups are kept." >&2
    return 1
  fi
}

is_recent() {
  [ -n "$(find "$folder" -name 'tasman-*.dump' -mmin -1560)" ]
}

seconds_until_next() {
  now=$(date +%s)
  next=$(date -d "today $at" +%s)
  [ "$next" -gt "$now" ] || next=$(date -d "tomorrow $at" +%s)
  echo $((next - now))
}

case ${1:-} in
  once) back_up; exit ;;
  check) [ ! -e "$folder/FAILED" ] && is_recent; exit ;;
esac
is_recent || back_up
while true; do
  if [ -e "$folder/FAILED" ]; then pause=900; else pause=$(seconds_until_next); fi
  sleep "$pause" &
  wait $!
  back_up
done
