import { describeYears } from './terms-play.ts'

describeYears('NZ')
