import { useCompany } from '../current-company.tsx'
import { Panel } from '../parts/page.tsx'
import { type Box, RecordForm } from '../parts/record-form.tsx'

const BOXES: readonly Box[] = [
  {
    name: 'ssid',
    label: 'Software id (SSID)',
    help: 'The one that you nominated with the ATO for this payroll.',
  },
  { name: 'name', label: 'Agent’s contact name', help: 'Only if a tax or BAS agent lodges for you.' },
  { name: 'abn', label: 'Agent’s ABN' },
  { name: 'agent_number', label: 'Registered agent number' },
  { name: 'phone', label: 'Agent’s phone' },
  { name: 'email_address', label: 'Agent’s e-mail address' },
]

/** The ids under which a company's pay events are lodged, and who lodges them for the employer. */
export function StpSender() {
  const { company } = useCompany()
  return (
    <Panel title="Lodging with the ATO">
      <RecordForm
        path={`/api/single-touch/${company.id}/sender`}
        boxes={BOXES}
        saveText="Save lodging details"
        toValues={(record) => {
          const agent = (record.agent ?? {}) as Record<string, unknown>
          return Object.fromEntries(
            BOXES.map(({ name }) => [name, String((name === 'ssid' ? record.ssid : agent[name]) ?? '')]),
          )
        }}
        toBody={({ ssid, ...agent }) => {
          const given = Object.entries(agent).filter(([, value]) => value.trim() !== '')
          return { ssid: ssid || null, agent: given.length > 0 ? Object.fromEntries(given) : null }
        }}
      />
    </Panel>
  )
}
