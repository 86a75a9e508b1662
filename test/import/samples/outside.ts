/**
 * Exports of more services, as other projects read or describe them: their headers, and a word of every kind. Who may
 * be mailed has an address that begins with g, who must not with o.
 */
interface OutsideExport {
  readonly what: string;
  readonly file?: string;
  /** The import stops and asks, since nobody can tell. */
  readonly asks?: true;
  readonly text: string;
}

export const outsideExports: readonly OutsideExport[] = [
  {
    what: 'mailchimp unsub as an importer tests it',
    text: `Email Address,First Name,Last Name,Phone Number,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,LAST_CHANGED,LEID,EUID,NOTES,TAGS,UNSUB_TIME
g1@x.fr,Marc,C,,2,2020-02-03 04:05:06,1.2.3.4,2020-02-03 04:06:00,2021-01-01 00:00:00,123,abc,,"""VIP"",""Blog""",
o1@x.fr,Marc,C,,2,2020-02-03 04:05:06,1.2.3.4,2020-02-03 04:06:00,2021-01-01 00:00:00,123,abc,,"""VIP"",""Blog""",2022-01-01 00:00:00`,
  },
  {
    what: 'mailchimp nonsubscribed by name',
    file: 'nonsubscribed_email_audience_export_12ab.csv',
    text: `Email Address,First Name,MEMBER_RATING,OPTIN_TIME
o1@x.com,A,2,`,
  },
  {
    what: 'brevo with blacklists',
    text: `EMAIL;LASTNAME;FIRSTNAME;SMS;EMAIL_BLACKLISTED;SMS_BLACKLISTED;ADDED_TIME;MODIFIED_TIME
o1@x.fr;Durand;Bruno;33611111111;Yes;No;12-04-2022 09:30;13-04-2022 10:00
g1@x.fr;Durand;Bruno;33611111111;No;Yes;12-04-2022 09:30;13-04-2022 10:00`,
  },
  {
    what: 'beehiiv short',
    asks: true,
    text: `Email,Status,Created At,Subscription Tier
g1@x.com,Active,2025-10-10 10:10:10,free
o1@x.com,Inactive,2025-11-11 11:11:11,premium
o2@x.com,Pending,2025-11-11 11:11:11,premium`,
  },
  {
    what: 'hubspot without id',
    text: `First Name,Last Name,Email,Phone Number,Contact owner,Lifecycle Stage,Create Date
Cilla,Ceder,g1@ceder.se,+46 70 999 88 77,felix@pullup.se,customer,2025-08-09
David,Dal,g2@x.com,,felix@pullup.se,lead,2025-09-10
Eva,Ek,,,felix@pullup.se,lead,2025-09-10`,
  },
  {
    what: 'hubspot all properties',
    text: `Record ID,First Name,Last Name,Email,Marketing emails bounced,Marketing emails opened,Opted out of email: Customer Service Communication,Opted out of email: Marketing Information,Unsubscribed from all email,Email hard bounce reason,Marketing contact status,Lead Status,Legal basis for processing contact's data,Contact owner
1,A,B,g1@x.com,2,5,,,false,,Marketing contact,,Legitimate interest – prospect/lead,jane@co.com
2,A,B,o1@x.com,0,5,true,,false,,Marketing contact,Open deal,,jane@co.com
3,A,B,o2@x.com,0,5,,,true,,Marketing contact,,,jane@co.com
4,A,B,o3@x.com,0,5,,,,MAILBOX_FULL,Non-marketing contact,,,jane@co.com`,
  },
  {
    what: 'hubspot with a legal basis of its own',
    text: `Record ID,Email,Unsubscribed from all email,Legal basis for processing contact's data
1,g1@x.com,false,Legitimate interest - prospect/lead
2,o1@x.com,false,Asked to be forgotten`,
    asks: true,
  },
  {
    what: 'hubspot french',
    text: `ID de fiche d'informations,Prénom,Nom,E-mail,Propriétaire du contact,Désinscrit de tous les e-mails,Raison du hard bounce
1,A,B,g1@x.com,jane@co.com,Non,
2,A,B,o1@x.com,jane@co.com,Oui,
3,A,B,o2@x.com,jane@co.com,,UNKNOWN_USER`,
  },
  {
    what: 'salesforce german report',
    text: `"Vorname","Nachname","E-Mail","Kein E-Mail-Versand","Kontoinhaber"
"Elsa","Ek","g1@x.com","0","Jane"
"Elsa","Ek","o1@x.com","1","Jane"`,
  },
  {
    what: 'pipedrive with marketing status',
    text: `Person - Name,Person - Email - Work,Person - Email - Home,Person - Marketing status,Person - Owner
A,g1@x.com,,Subscribed,Jane
B,o1@x.com,,Unsubscribed,Jane
C,o2@x.com,,No consent,Jane
D,o3@x.com,,Archived,Jane`,
  },
  {
    what: 'zoho crm',
    text: `Record Id,Contact Owner.id,Contact Owner,First Name,Last Name,Email,Email Opt Out,Unsubscribed Mode,Unsubscribed Time,Tag
zcrm_1,zcrm_9,jane@co.com,A,B,g1@x.com,false,,,vip
zcrm_2,zcrm_9,jane@co.com,A,B,o1@x.com,true,,,
zcrm_3,zcrm_9,jane@co.com,A,B,o2@x.com,false,Manual,2024-01-01T10:00:00+05:30,`,
  },
  {
    what: 'google forms, french',
    text: `Horodateur,Adresse e-mail,Souhaitez-vous recevoir notre lettre d'information ?
28/05/2026 19:01:33,g1@x.com,Oui
28/05/2026 19:02:33,o1@x.com,Non`,
  },
  {
    what: 'google forms, spanish box',
    text: `Marca temporal,Dirección de correo electrónico,Deseo recibir el boletín
28/05/2026 19:01:33,g1@x.com,Sí
28/05/2026 19:02:33,o1@x.com,
28/05/2026 19:02:33,g2@x.com,Sí`,
  },
  {
    what: 'google forms, list me',
    text: `Timestamp,Email,Can we add you to our mailing list?
5/28/2026 19:01:33,g1@x.com,"Yes, add me"
5/28/2026 19:02:33,o1@x.com,"No, thank you"
5/28/2026 19:02:33,g2@x.com,Yes`,
  },
  {
    what: 'eventbrite short',
    text: `Order #,Order Date,First Name,Surname,Email,Event Name,Ticket Type,Attendee Status
123456789,2026-05-01,Anna,Andersson,g1@x.com,Summer Rooftop,General Admission,Checked In
123456790,2026-05-01,Björn,Berg,g2@x.com,Summer Rooftop,VIP,Attending`,
  },
  {
    what: 'luma with questions',
    text: `guest_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,utm_source,referrer,referred_by,qr_code_url,amount,amount_tax,amount_discount,currency,coupon_code,eth_address,solana_address,survey_response_rating,survey_response_feedback,ticket_type_id,ticket_name,GSU Email,"By checking this box, I agree to allow PROGSU to send me SMS alerts related to events."
gst-1,Ann,Ann,Lee,g1@x.com,,2025-08-08T00:16:45.813Z,approved,,,,boss@x.com,https://lu.ma/1,$0.00,$0.00,$0.00,,,,,5,nice,t,Std,other@gsu.edu,
gst-2,Bo,Bo,Lee,g2@x.com,,2025-08-08T00:16:45.813Z,approved,,,,,https://lu.ma/1,$0.00,$0.00,$0.00,,,,,,,t,Std,,checked
gst-3,Cy,Cy,Lee,o1@x.com,,2025-08-08T00:16:45.813Z,declined,,,,,https://lu.ma/1,$0.00,,,,,,,,,t,Std,,checked`,
  },
  {
    what: 'luma, agree to newsletter',
    text: `api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,custom_source,qr_code_url,ticket_name,Keep me posted about future events
gst-1,Ann,Ann,Lee,g1@x.com,,2025-08-08T00:16:45.813Z,approved,,,,Std,TRUE
gst-2,Bo,Bo,Lee,o1@x.com,,2025-08-08T00:16:45.813Z,approved,,,,Std,FALSE`,
    asks: true,
  },
  {
    what: 'shopify with whatsapp',
    text: `Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags,Accepts WhatsApp Marketing
'1,A,B,g1@x.com,yes,,'0150,,,no,0,0,,no,,no
'2,A,B,o1@x.com,no,,,,,yes,0,0,,no,,yes`,
  },
  {
    what: 'substack without plan',
    text: `email,active_subscription,expiry,email_disabled,created_at
g1@x.com,true,,false,2025-09-01T08:00:00Z
g2@x.com,false,2026-01-01,false,2025-10-12T12:30:00Z
o1@x.com,false,2026-01-01,true,2025-10-12T12:30:00Z`,
  },
  {
    what: 'klaviyo with suppressed',
    text: `Email,First Name,Last Name,Phone Number,Email Marketing Consent,Email Marketing Consent Timestamp,Suppressed,Added At,Source
g1@x.com,'=A,B,,SUBSCRIBED,2024-01-01T00:00:00.000Z,,2024-01-01,
o1@x.com,A,B,,SUBSCRIBED,2024-01-01T00:00:00.000Z,HARD_BOUNCE,2024-01-01,
o2@x.com,A,B,,NEVER_SUBSCRIBED,,,2024-01-01,`,
  },
  {
    what: 'klaviyo suppression list',
    text: `Email,Reason,Timestamp
o1@x.com,UNSUBSCRIBED,2024-01-01
o2@x.com,HARD_BOUNCE,2024-01-01
o3@x.com,USER_SUPPRESSED,2024-01-01`,
  },
  {
    what: 'wix contacts',
    text: `First Name,Last Name,Email 1,Phone 1,Labels,Created At (UTC+0),Email subscriber status,SMS subscriber status,Last Activity,Source,Language
A,B,g1@x.com,,vip,2024-01-01 10:00,Subscribed,Never subscribed,Form,Site,en
A,B,o1@x.com,,vip,2024-01-01 10:00,Unsubscribed,Subscribed,Form,Site,en
A,B,o2@x.com,,vip,2024-01-01 10:00,Never subscribed,Subscribed,Form,Site,en
A,B,o3@x.com,,,2024-01-01 10:00,Pending,,Form,Site,en`,
  },
  {
    what: 'action network',
    text: `uuid,first_name,last_name,email,zip_code,can2_phone,can2_user_tags,can2_subscription_status,can2_sms_status,can2_state_abbreviated
u1,A,B,g1@x.org,94000,,"vip, x",subscribed,unsubscribed,CA
u2,A,B,o1@x.org,94000,,,unsubscribed,subscribed,CA
u3,A,B,o2@x.org,94000,,,bouncing,,CA
u4,A,B,o3@x.org,94000,,,spam complaint,,CA`,
  },
  {
    what: 'tally with url',
    text: `Submission ID,Respondent ID,URL,Submitted at,Name,Email address,Join our newsletter?,Join our newsletter? (Yes)
kd1,447,https://x.com,2025-11-25,A,g1@x.com,Yes,true
kd2,448,https://x.com,2025-11-25,B,o1@x.com,,false`,
  },
  {
    what: 'mailgun list',
    text: `address,name,subscribed,vars
g1@x.com,A,yes,"{""a"": 1}"
o1@x.com,B,no,{}`,
  },
  {
    what: 'resend',
    text: `id,email,first_name,last_name,unsubscribed,created_at
r1,g1@x.com,A,B,false,2024-01-01
r2,o1@x.com,A,B,true,2024-01-01`,
  },
  {
    what: 'loops',
    text: `id,email,firstName,lastName,source,subscribed,userGroup,userId,createdAt
r1,g1@x.com,A,B,API,true,,,2024-01-01
r2,o1@x.com,A,B,API,false,,,2024-01-01`,
  },
  {
    what: 'sendgrid unsubscribes by name',
    file: 'suppression_global_unsubscribes.csv',
    text: `email,created
o1@x.com,1704103200`,
  },
  {
    what: 'postmark suppressions',
    text: `EmailAddress,SuppressionReason,Origin,CreatedAt
o1@x.com,HardBounce,Recipient,2024-01-01
o2@x.com,ManualSuppression,Customer,2024-01-01
o3@x.com,SpamComplaint,Recipient,2024-01-01`,
  },
  {
    what: 'gumroad',
    text: `Purchase Email,Buyer Name,Item Name,Purchase Date,Buyer Opted In,Refunded?
g1@x.com,A,Book,2024-01-01,1,0
o1@x.com,A,Book,2024-01-01,0,0`,
  },
  {
    what: 'keap',
    text: `Id,First Name,Last Name,Email,Email Status,Tag Ids
1,A,B,g1@x.com,Single Opt In,12
2,A,B,g2@x.com,Confirmed,12
3,A,B,o1@x.com,Opt-Out,12
4,A,B,o2@x.com,Hard Bounce,12
5,A,B,o3@x.com,Non-marketable,`,
  },
  {
    what: 'ontraport',
    text: `First Name,Last Name,Email,Bulk Email Status,SMS Status
A,B,g1@x.com,Single Opt-In,Double Opt-In
A,B,g2@x.com,Double Opt-In,Unsubscribed
A,B,o1@x.com,Opted-Out,Single Opt-In
A,B,o2@x.com,Hard Bounce,Single Opt-In
A,B,o3@x.com,Transactional only,`,
  },
  {
    what: 'rapidmail',
    text: `email;anrede;vorname;nachname;status;angemeldet am;abgemeldet am
g1@x.de;Frau;A;B;aktiv;2023-01-01;
o1@x.de;Frau;A;B;abgemeldet;2023-01-01;2024-01-01
o2@x.de;Frau;A;B;hardbounce;2023-01-01;`,
  },
  {
    what: 'newsletter plugin wordpress',
    asks: true,
    text: `"email";"first_name";"last_name";"sex";"status";"created"
"g1@x.it";"A";"B";"n";"C";"2024-01-01"
"o1@x.it";"A";"B";"n";"U";"2024-01-01"
"o2@x.it";"A";"B";"n";"S";"2024-01-01"
"o3@x.it";"A";"B";"n";"B";"2024-01-01"`,
  },
  {
    what: 'newsletter plugin words',
    text: `email,first_name,last_name,status,list_1
g1@x.it,A,B,confirmed,1
o1@x.it,A,B,unsubscribed,1
o2@x.it,A,B,not confirmed,1`,
  },
  {
    what: 'fluentcrm',
    text: `id,first_name,last_name,email,status,contact_type,lists,tags,created_at
1,A,B,g1@x.it,subscribed,lead,Main,vip,2024-01-01
2,A,B,o1@x.it,unsubscribed,lead,Main,,2024-01-01
3,A,B,o2@x.it,pending,lead,Main,,2024-01-01
4,A,B,o3@x.it,complained,lead,Main,,2024-01-01
5,A,B,o4@x.it,bounced,customer,Main,,2024-01-01`,
  },
  {
    what: 'mautic',
    text: `id,firstname,lastname,email,points,preferred_profile_image,doNotContact,tags
1,A,B,g1@x.it,0,gravatar,,vip
2,A,B,o1@x.it,0,gravatar,1,vip`,
  },
  {
    what: 'mailwizz',
    text: `EMAIL,FNAME,LNAME,status,source,date_added
g1@x.it,A,B,confirmed,web,2024-01-01
o1@x.it,A,B,unsubscribed,web,2024-01-01
o2@x.it,A,B,unconfirmed,web,2024-01-01
o3@x.it,A,B,blacklisted,web,2024-01-01
o4@x.it,A,B,unapproved,web,2024-01-01`,
  },
  {
    what: 'mailtrain',
    text: `email,cid,is_subscribed,status,first_name
g1@x.it,c1,1,subscribed,A
o1@x.it,c2,0,unsubscribed,A
o2@x.it,c3,0,bounced,A`,
  },
  {
    what: 'mailcoach',
    text: `email,first_name,last_name,tags,subscribed_at,unsubscribed_at
g1@x.com,A,B,"a;b",2024-01-01 10:00:00,
o1@x.com,A,B,,2024-01-01 10:00:00,2024-02-01 10:00:00`,
  },
  {
    what: 'ghost newest',
    text: `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers,gift_id,newsletters
1,g1@x.com,A,,true,false,,2024-01-01T00:00:00.000Z,,vip,,,Weekly
2,o1@x.com,A,,false,false,,2024-01-01T00:00:00.000Z,,vip,,,`,
  },
  {
    what: 'tinynews',
    text: `email,plan,subscribed,created_at
g1@x.com,free,TRUE,2024-01-01
o1@x.com,free,FALSE,2024-01-01`,
  },
  {
    what: 'podia',
    text: `Name,Email,Subscribed to newsletter?,Products
A,g1@x.com,Yes,Course
B,o1@x.com,No,Course`,
  },
  {
    what: 'teachable',
    text: `userid,fullname,email,join_date,sign_in_count,unsubscribe_from_marketing_emails
1,A,g1@x.com,2024-01-01,3,f
2,A,o1@x.com,2024-01-01,3,t`,
  },
  {
    what: 'thinkific',
    text: `First Name,Last Name,Email,External Source,Affiliate Code,Marketing Consent?
A,B,g1@x.com,,,Yes
A,B,o1@x.com,,,No`,
  },
  {
    what: 'dotdigital',
    text: `Email,EmailType,OptInType,Status,DateCreated
g1@x.com,Html,Single,Subscribed,2024-01-01
o1@x.com,Html,Single,Unsubscribed,2024-01-01
o2@x.com,Html,Single,SoftBounced,2024-01-01
o3@x.com,Html,Unknown,GloballySuppressed,2024-01-01`,
  },
  {
    what: 'emma',
    text: `email,member_status,first_name,last_updated
g1@x.com,active,A,2024-01-01
o1@x.com,opt-out,A,2024-01-01
o2@x.com,error,A,2024-01-01`,
  },
  {
    what: 'benchmark',
    text: `Email,First Name,Last Name,Opt-In,Email Permission,Unsubscribed Date
g1@x.com,A,B,Yes,Confirmed opt-in,
o1@x.com,A,B,Yes,Confirmed opt-in,2024-01-01`,
  },
  {
    what: 'madmimi',
    text: `email,name,suppressed,suppressed_at
g1@x.com,A,false,
o1@x.com,B,true,2024-01-01`,
  },
  {
    what: 'airtable',
    // The remark marks somebody who is left out anyway.
    asks: true,
    text: `Name,Email,Wants newsletter,Status,Notes
A,g1@x.com,checked,Todo,
B,o1@x.com,,In progress,"unsubscribed by phone, ask again"
C,g2@x.com,checked,Done,`,
  },
  {
    what: 'notion in german',
    text: `Name,E-Mail,Newsletter,Abgemeldet
A,g1@x.com,Yes,No
B,o1@x.com,No,No
C,o2@x.com,Yes,Yes`,
  },
  {
    what: 'sender by id',
    text: `Email,First name,Email status,SMS status,Groups,Created at
g1@x.com,A,active,,G,2024-01-01
o1@x.com,A,unsubscribed,,G,2024-01-01`,
  },
  {
    what: 'moosend all out',
    text: `Email,SubscribeType
o1@x.com,2
o2@x.com,3
o3@x.com,4`,
  },
  {
    what: 'campaign monitor by name',
    file: 'Unsubscribed subscribers.csv',
    text: `Email Address,Name,Date
o1@x.com,A,2024-01-01`,
  },
  {
    what: 'sendy one list',
    text: `Name,Email,Last activity,Status
A,g1@x.com,2024-01-01,Subscribed
B,o1@x.com,2024-01-01,Marked as spam
C,o2@x.com,2024-01-01,Soft bounced
D,o3@x.com,2024-01-01,Unsubscribed`,
  },
  {
    what: 'sendy no header, out first',
    text: `"","o1@x.com","Unsubscribed"
"Bo","g1@x.com","Subscribed"`,
  },
  {
    what: 'mailpoet old',
    text: `"Email","First name","Last name","Status","List"
"g1@x.com","A","B","subscribed","News"
"o1@x.com","A","B","unsubscribed","News"
"o2@x.com","A","B","inactive","News"`,
  },
  {
    what: 'mailpoet french',
    text: `"E-mail","Prénom","Nom","Statut de la liste","Statut global","Liste"
"g1@x.com","A","B","subscribed","subscribed","News"
"o1@x.com","A","B","subscribed","unsubscribed","News"
"o2@x.com","A","B","unsubscribed","subscribed","News"
"o3@x.com","A","B","subscribed","inactive","News"`,
  },
  {
    what: 'mailpoet french, inactive alone',
    text: `"E-mail","Prénom","Nom","Statut de la liste","Statut global","Liste"
"g1@x.com","A","B","subscribed","subscribed","News"
"o3@x.com","A","B","subscribed","inactive","News"`,
  },
  {
    what: 'getresponse removed by name',
    file: 'removed_contacts.csv',
    text: `email,name,created_on,removed_on,removal_reason
o1@x.com,A,2024-01-01,2024-02-01,unsubscribe`,
  },
  {
    what: 'emailoctopus minimal',
    text: `Email address,Status
g1@x.com,SUBSCRIBED
o1@x.com,UNSUBSCRIBED
o2@x.com,PENDING`,
  },
  {
    what: 'activecampaign lists only',
    text: `E-mail,List 1 Status,List 2 Status
g1@x.com,Active,
g2@x.com,,Active
o1@x.com,Active,Unsubscribed
o2@x.com,Bounced,
o3@x.com,Unconfirmed,`,
  },
  {
    what: 'eventbrite question 1/0',
    text: `Order #,Attendee #,Email,Attendee Status,Would you like to receive our newsletter?
1,1,g1@x.com,Attending,1
2,2,o1@x.com,Attending,0`,
  },
  {
    what: 'eventbrite italian',
    text: `N. ordine,Data ordine,Nome,Cognome,E-mail del partecipante,Stato partecipante,Vuoi iscriverti alla newsletter?
1,01/02/2024,A,B,g1@x.it,Partecipa,Sì
2,01/02/2024,A,B,o1@x.it,Partecipa,No`,
  },
];
