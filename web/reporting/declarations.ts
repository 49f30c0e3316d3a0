/* The declarations of the person who lodges, as the ATO and Inland Revenue ask for them. */

export const AU_DECLARATION =
  'I declare the information transmitted in this payroll report is true and correct and I am authorised to make this declaration.'
export const NZ_DECLARATION =
  'I declare that this employment information is true and correct and that I am authorised to file it.'
