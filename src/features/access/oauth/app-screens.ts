/* Screens of the web app to which a page of the service may send a person before it continues. */

/** Where a person sets up the required second factor before continuing. */
export const enrolFor = (next: string) => `/app/second-factor?next=${encodeURIComponent(next)}`

/** Where a person enters the password or second factor again before they let someone else in. */
export const proveFor = (next: string) => `/app/prove?next=${encodeURIComponent(next)}`
