import { type Static, Type } from 'typebox'
import { closed, component, Timestamp, words } from '../../../http/schema.ts'
import {
  FUND_FAULTS,
  GATEWAY_FAULTS,
  MAIL_FAULTS,
  RECEIVER_FAULTS,
  SUPER_FAULTS,
} from '../../../kernel/acting.ts'
import { DATA_SET_NAMES } from './data-sets.ts'

export const ClockView = component(
  'SandboxClock',
  closed(
    {
      now: Timestamp,
      status: words(['ready', 'advancing'] as const, {
        description: '`advancing` while due events are processed: wait for `ready`.',
      }),
      advance_to: Type.Union([Timestamp, Type.Null()]),
    },
    { examples: [{ now: '2026-11-02T00:00:00', status: 'ready', advance_to: null }] },
  ),
)

export const ClockAdvance = component(
  'SandboxClockAdvance',
  closed(
    {
      advance_to: Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\dZ?)?$',
        'x-problem': 'must be a timestamp such as 2026-12-01T09:00:00 (UTC), or a date',
        description:
          'An instant in UTC, or a date (its start, in UTC). At most five years ahead of the sandbox’s time.',
      }),
    },
    { examples: [{ advance_to: '2026-12-01T09:00:00' }] },
  ),
)

export const FaultsBody = component(
  'SandboxFaults',
  closed(
    {
      stp_gateway: Type.Optional(
        words(GATEWAY_FAULTS, {
          description:
            'How the tax office’s gateway responds: accepts, rejects, delays, or is down. `partial`: it rejects every second payee of a message, including the last one; `delay-partial`: it reports this later. `lost`: it accepts a message, but the answer is lost; the same message sent again gets the same answer.',
        }),
      ),
      payday_gateway: Type.Optional(
        words(GATEWAY_FAULTS, {
          description: 'How Inland Revenue’s gateway responds, as for `stp_gateway`.',
        }),
      ),
      super_gateway: Type.Optional(
        words(SUPER_FAULTS, {
          description:
            'How the funds respond to contribution files. As for `stp_gateway`, and `return`: they accept all contributions and return the first of each file.',
        }),
      ),
      fund_registry: Type.Optional(
        words(FUND_FAULTS, { description: '`refuse`: it reports every fund as unknown.' }),
      ),
      webhook_receiver: Type.Optional(
        words(RECEIVER_FAULTS, { description: '`slow`: every delivery counts as not answered in time.' }),
      ),
      mail_server: Type.Optional(
        words(MAIL_FAULTS, {
          description: '`down`: e-mails wait and are tried again, as with a real mail server.',
        }),
      ),
    },
    { examples: [{ stp_gateway: 'down', webhook_receiver: 'slow' }] },
  ),
)
export type FaultsBody = Static<typeof FaultsBody>

export const SandboxView = component(
  'Sandbox',
  closed({
    clock: ClockView,
    faults: FaultsBody,
    next_event_at: Type.Union([Timestamp, Type.Null()], {
      description:
        'The next time at which something falls due: a change, a final pay, a delivery, an e-mail.',
    }),
  }),
)

export const DataBody = component(
  'SandboxData',
  closed(
    {
      data_set: words(DATA_SET_NAMES, {
        description:
          '`cafe`: six people paid weekly. `construction`: award rates and allowances. `nz-school`: fortnightly, with student loans and KiwiSaver. `thousand`: 1,000 people.',
      }),
    },
    { examples: [{ data_set: 'cafe' }] },
  ),
)

export const LoadedData = component(
  'SandboxDataLoaded',
  closed(
    { company_id: Type.Integer(), employees: Type.Integer(), pays: Type.Integer() },
    { examples: [{ company_id: 12, employees: 6, pays: 12 }] },
  ),
)
