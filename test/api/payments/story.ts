import { expect } from 'vitest'
import type { AnyJson, TestClient } from '../../support/app.ts'
import { aCompany, anEmployee } from '../../support/make.ts'

/** A company whose bank files and contribution files can be made. */
export const PAYER = {
  bank_bsb: '032-000',
  bank_account_number: '123456',
  bank_account_name: 'KOOKABURRA CAFE',
  bank_name_code: 'WBC',
  direct_entry_user_id: '301500',
  contact_name: 'Kim Lee',
  email_address: 'pay@example.com',
  phone: '0290001111',
}

export const rows = (value: number) => ({ hours: [{ description: 'Ordinary', units: 'hours', value }] })

export async function aPayer(owner: TestClient): Promise<AnyJson> {
  return aCompany(owner, PAYER)
}

/** An employee with a bank account and a fund. */
export async function aPerson(owner: TestClient, companyId: number, overrides: Record<string, unknown> = {}) {
  return anEmployee(owner, companyId, {
    primary_bank_bsb: '062-000',
    primary_bank_account_number: '12345678',
    primary_bank_account_name: 'Mia',
    default_employee_fund_usi: '60905115063001',
    default_employee_fund_member_number: 'A1',
    ...overrides,
  })
}

export async function pay(
  owner: TestClient,
  companyId: number,
  employeeId: number,
  date: string,
  hours = 38,
) {
  const answer = await owner.put(`/api/company/${companyId}/pays/create?pay_date=${date}`, [
    { employee_id: employeeId, ...rows(hours) },
  ])
  expect(answer.status).toBe(201)
  return answer.body[0] as AnyJson
}

export const cents = (amount: number) => Math.round(amount * 100)

/** The payments in an ABA file, read from its records: account number and cents. */
export function readAba(text: string): { account: string; cents: number; title: string }[] {
  return text
    .split('\r\n')
    .filter((line) => line.startsWith('1') && line.slice(18, 20) !== '13')
    .map((line) => ({
      account: line.slice(8, 17).trim(),
      cents: Number(line.slice(20, 30)),
      title: line.slice(30, 62).trim(),
    }))
}
