export { clientBrandingRoutes } from './branding-routes.ts'
export { sessionHandoffRoutes } from './handoff-routes.ts'
export { partnerCheckoutRoutes } from './routes.ts'
