import { describe, expect, it } from 'vitest'
import { amountsOf } from '../../src/countries/au/stp/amounts.ts'
import { buildPayEvent } from '../../src/countries/au/stp/build.ts'
import { readPayEvent, UnreadableEvent } from '../../src/countries/au/stp/read-xml.ts'
import { checkAgainstTaxonomy } from '../../src/countries/au/stp/taxonomy.ts'
import { addressLines, plainPhone, plainText } from '../../src/countries/au/stp/text.ts'
import { writePayEvent } from '../../src/countries/au/stp/xml.ts'
import { aPayee, eventFacts } from './an-event.ts'

const event = buildPayEvent(eventFacts({ payees: [aPayee(), aPayee({ employeeId: 8, ended: null })] }))
const xml = writePayEvent(event)

describe('the XML of a pay event', () => {
  it('fits the taxonomy, document by document', () => {
    const read = readPayEvent(xml)
    expect(checkAgainstTaxonomy('PAYEVNT', read.PAYEVNT)).toEqual([])
    for (const payee of read.PAYEVNTEMP) expect(checkAgainstTaxonomy('PAYEVNTEMP', payee)).toEqual([])
  })

  it('puts each document behind its delimiter', () => {
    expect(xml.match(/<Record_Delimiter [^>]*>/g)).toEqual([
      '<Record_Delimiter DocumentID="1.1" DocumentType="PARENT" DocumentName="PAYEVNT" RelatedDocumentID=""/>',
      '<Record_Delimiter DocumentID="1.2" DocumentType="CHILD" DocumentName="PAYEVNTEMP" RelatedDocumentID="1.1"/>',
      '<Record_Delimiter DocumentID="1.3" DocumentType="CHILD" DocumentName="PAYEVNTEMP" RelatedDocumentID="1.1"/>',
    ])
  })

  it('escapes what XML keeps for itself and writes plain letters', () => {
    expect(xml).toContain('<tns:DetailsOrganisationalNameT>Kookaburra Cafe &amp; Co</tns:')
    expect(xml).toContain('<tns:GivenNameT>Zoe</tns:GivenNameT>')
  })

  it('reads back as it was built', () => {
    const amounts = (documents: typeof event) => documents.PAYEVNTEMP.map(amountsOf)
    expect(amounts(readPayEvent(xml))).toEqual(amounts(event))
  })

  it('is refused when it is broken', () => {
    expect(() => readPayEvent(xml.replace('</tns:Payee>', ''))).toThrow(UnreadableEvent)
    expect(() => readPayEvent('<tns:PAYEVNTEMP><tns:A>1</tns:A></tns:PAYEVNTEMP>')).toThrow(UnreadableEvent)
  })
})

describe('the taxonomy', () => {
  it('finds what is missing, unknown, twice, out of order or of the wrong form', () => {
    const { PAYEVNT } = structuredClone(event) as unknown as { PAYEVNT: { Rp: Record<string, unknown> } }
    const { OrganisationName, Declaration, ...rest } = PAYEVNT.Rp
    const broken = {
      Rp: { Declaration, ...rest, Unknown: '1', AddressDetailsPostal: { PostcodeT: '20' } },
    } as never
    expect(checkAgainstTaxonomy('PAYEVNT', broken).map(({ path, message }) => `${path} ${message}`)).toEqual([
      'PAYEVNT/Rp/SoftwareInformationBusinessManagementSystemId is out of order',
      'PAYEVNT/Rp/Unknown is not in the taxonomy',
      'PAYEVNT/Rp/OrganisationName/DetailsOrganisationalNameT is missing',
      'PAYEVNT/Rp/AddressDetailsPostal/PostcodeT does not have the form of postcode',
    ])
  })
})

describe('text for the tax office', () => {
  it('loses marks and typographic signs', () => {
    expect(plainText('  Māori “Café” O’Brien – Ærø ')).toBe('Maori "Cafe" O\'Brien - AEro')
  })

  it('keeps the digits of a phone number', () => {
    expect(plainPhone('+61 (0)400-000-001')).toBe('61 0400000001')
  })

  it('runs a long address over into the second line', () => {
    expect(addressLines('Apartment 1203, 45-47 Harbour Bridge View Road', 'Rear')).toEqual([
      'Apartment 1203, 45-47 Harbour Bridge',
      'View Road, Rear',
    ])
    expect(addressLines('4 Harbour Street', null)).toEqual(['4 Harbour Street', null])
  })
})
