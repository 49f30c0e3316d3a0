export { brandOfCustomer, brandOfKey, type PageBrand } from './page.ts'
export { type PrintBrand, printBrandAt, printBrandOf, printBrandsOf } from './print.ts'
export { findBranding, findBrandingVersion } from './queries.ts'
export { viewBranding } from './view.ts'
