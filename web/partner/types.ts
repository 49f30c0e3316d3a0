export type Trial = {
  subscription_trial_id: number
  customer_id: number
  legal_name: string
  email: string
  status: 'active' | 'expired' | 'cancelled'
  ends_on: string
  days_remaining: number
  converted: boolean
  converted_order_id: number | null
}

export type Client = {
  customer_id: number
  legal_name: string
  email: string
  zone: 'AU' | 'NZ'
  status: 'trial' | 'active' | 'lapsed' | 'cancelled'
  product_id: number | null
  product_name: string | null
  employee_cap: number
  employee_count: number
  paid_through: string | null
  allows_session_handoff: boolean
}

export type Order = {
  order_id: number | null
  customer_id: number | null
  kind: 'order' | 'upgrade'
  status: 'preview' | 'active' | 'cancelled'
  product_id: number
  employee_cap: number
  currency: string
  net: number
  gst: number
  total: number
  months: number
  starts_on: string
  paid_through: string | null
  warnings?: string[]
}

export type Product = {
  product_id: number
  name: string
  zone: 'AU' | 'NZ'
  employee_cap: number
  billing: 'monthly' | 'annual'
  currency: string
  total: number
}
