export type Mail = { to: string; subject: string; text: string }

/** Sends the service's mail. */
export type MailPort = { send(mail: Mail): Promise<void> }
