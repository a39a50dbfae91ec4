/** The name under which it is saved whether the available jewellery is shown by model or by piece. */
export const JEWELLERY_VIEW = 'view:jewellery';
