/* Screens of the web app that a page of the service sends a person to first. */

/** Where a person sets up the required second factor before continuing. */
export const enrolFor = (next: string) => `/app/second-factor?next=${encodeURIComponent(next)}`

/** Where a person enters the password or second factor again before they let someone else in. */
export const proveFor = (next: string) => `/app/prove?next=${encodeURIComponent(next)}`
