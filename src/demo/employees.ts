/* The employees of the demo companies, as create requests. One list per company. */

const AU = {
  country: 'AU',
  is_foreign_resident: false,
  has_claimed_tax_free_threshold: true,
  has_stsl_liability: false,
  is_closely_held: false,
  pay_period: 'WEEKLY',
  default_employee_fund_usi: 'STA0100AU',
}
const NZ = { country: 'NZ', pay_period: 'FORTNIGHTLY', kiwisaver_status_code: 'AK' }

/** Builds an employee from a name, date of birth, home address, start date and rate. */
const person = (
  number: string,
  name: string,
  date_of_birth: string,
  home: string,
  start_date: string,
  pay_rate_per_hour: string,
) => {
  const [first_name = '', last_name = ''] = name.split(' ')
  const [address1 = '', city = '', state = '', postcode = ''] = home.split(', ')
  const email_address = `${first_name}.${last_name}@demo.example`.toLowerCase()
  const phone_mobile = `0400 555 ${number.replaceAll(/\D/g, '').padStart(3, '0')}`
  return {
    number,
    first_name,
    last_name,
    date_of_birth,
    address1,
    city,
    state,
    postcode,
    start_date,
    pay_rate_per_hour,
    email_address,
    phone_mobile,
  }
}

export const SOUTHERN_CROSS = [
  {
    ...AU,
    ...person(
      'SC001',
      'Mia Nguyen',
      '1988-04-12',
      '4 Wilson Street, Newtown, NSW, 2042',
      '2019-02-04',
      '46.15',
    ),
    employment_status: 'Full-time',
    position: 'Head roaster',
    department: 'Roastery',
    tax_file_number: '123456782',
    leave_loading_percentage: '0.175',
  },
  {
    ...AU,
    ...person(
      'SC002',
      'Jack Taylor',
      '1995-09-30',
      '17 Enmore Road, Enmore, NSW, 2042',
      '2022-07-11',
      '36.40',
    ),
    employment_status: 'Full-time',
    position: 'Shift manager',
    department: 'Cafe',
    tax_file_number: '073620698',
    has_stsl_liability: true,
  },
  {
    ...AU,
    ...person(
      'SC003',
      'Priya Sharma',
      '1999-01-22',
      '9 Erskineville Road, Erskineville, NSW, 2043',
      '2023-03-06',
      '31.20',
    ),
    employment_status: 'Part-time',
    standard_hours_per_day: '6',
    standard_days_per_week: 3,
    position: 'Barista',
    department: 'Cafe',
    tax_file_number: '866433721',
  },
  {
    ...AU,
    ...person(
      'SC004',
      'Liam OBrien',
      '2006-11-05',
      '88 King Street, Newtown, NSW, 2042',
      '2025-10-13',
      '32.06',
    ),
    employment_status: 'Casual',
    position: 'Barista',
    department: 'Cafe',
    tax_file_number: '913215824',
  },
  {
    ...AU,
    ...person(
      'SC005',
      'Emma Schneider',
      '2000-06-18',
      '3 Cleveland Street, Redfern, NSW, 2016',
      '2026-05-04',
      '33.00',
    ),
    employment_status: 'Casual',
    position: 'Barista',
    department: 'Cafe',
    tax_file_number: '232026785',
    is_foreign_resident: true,
    has_claimed_tax_free_threshold: false,
    working_holiday_tax_scale_applies: true,
  },
  {
    ...AU,
    ...person(
      'SC006',
      'Grace Wilson',
      '1979-08-27',
      '21 Station Street, Marrickville, NSW, 2204',
      '2016-08-01',
      '54.90',
    ),
    employment_status: 'Full-time',
    position: 'Operations manager',
    department: 'Office',
    tax_file_number: '83289447',
    super_rate: '0.14',
  },
]

export const AORAKI = [
  {
    ...NZ,
    ...person(
      'AC001',
      'Aroha Ngata',
      '1990-02-06',
      '12 Ruataniwha Road, Twizel, CAN, 7901',
      '2020-04-06',
      '38.50',
    ),
    employment_status: 'Full-time',
    position: 'Cafe manager',
    nz_tax_code: 'M',
    ird_number: '49091850',
    esct_rate: '0.30',
  },
  {
    ...NZ,
    ...person(
      'AC002',
      'Tama Walker',
      '2001-12-11',
      '5 Mackenzie Drive, Twizel, CAN, 7901',
      '2024-02-12',
      '27.80',
    ),
    employment_status: 'Full-time',
    position: 'Barista',
    nz_tax_code: 'M SL',
    ird_number: '35901981',
    kiwisaver_employee_rate: '0.06',
    esct_rate: '0.175',
  },
  {
    ...NZ,
    ...person(
      'AC003',
      'Sophie Clark',
      '1985-07-19',
      '40 Tekapo Drive, Twizel, CAN, 7901',
      '2021-09-20',
      '30.25',
    ),
    employment_status: 'Part-time',
    standard_hours_per_day: '5',
    standard_days_per_week: 4,
    position: 'Baker',
    nz_tax_code: 'ME',
    ird_number: '49098576',
    kiwisaver_employee_rate: '0.04',
    esct_rate: '0.175',
  },
  {
    ...NZ,
    ...person('AC004', 'Wiremu Brown', '1972-03-03', '1 Ohau Road, Twizel, CAN, 7901', '2018-11-05', '29.10'),
    employment_status: 'Part-time',
    standard_days_per_week: 2,
    position: 'Delivery driver',
    nz_tax_code: 'SB',
    ird_number: '136410132',
    kiwisaver_status_code: 'NK',
  },
  {
    ...NZ,
    ...person(
      'AC005',
      'Ruby Evans',
      '2007-05-25',
      '22 Jollie Road, Twizel, CAN, 7901',
      '2026-08-03',
      '24.00',
    ),
    employment_status: 'Casual',
    position: 'Kitchen hand',
    no_declaration: true,
  },
]

export const OTHER_BAKERY = [
  {
    ...AU,
    ...person(
      'OB1',
      'Noah Rossi',
      '1992-10-08',
      '6 Sydney Road, Brunswick, VIC, 3056',
      '2021-01-18',
      '35.75',
    ),
    employment_status: 'Full-time',
    position: 'Baker',
    tax_file_number: '123456782',
  },
  {
    ...AU,
    ...person(
      'OB2',
      'Chloe Martin',
      '1997-02-14',
      '14 Albert Street, Brunswick, VIC, 3056',
      '2022-05-09',
      '30.10',
    ),
    employment_status: 'Part-time',
    standard_days_per_week: 3,
    position: 'Counter',
    tax_file_number: '073620698',
  },
  {
    ...AU,
    ...person(
      'OB3',
      'Ethan Lee',
      '2004-07-01',
      '70 Lygon Street, Brunswick East, VIC, 3057',
      '2025-02-03',
      '32.06',
    ),
    employment_status: 'Casual',
    position: 'Counter',
    tax_file_number: '866433721',
  },
]

export const LAPSED_LANDSCAPES = [
  {
    ...AU,
    ...person(
      'LL1',
      'Oliver King',
      '1983-12-29',
      '5 Sherwood Road, Toowong, QLD, 4066',
      '2017-06-05',
      '39.00',
    ),
    employment_status: 'Full-time',
    position: 'Gardener',
    tax_file_number: '123456782',
  },
  {
    ...AU,
    ...person(
      'LL2',
      'Zara Hill',
      '1996-05-06',
      '31 Jephson Street, Toowong, QLD, 4066',
      '2023-09-11',
      '33.50',
    ),
    employment_status: 'Part-time',
    standard_days_per_week: 4,
    position: 'Gardener',
    tax_file_number: '073620698',
  },
]
