export { correctionRoutes } from './routes.ts'
