/**
 * Names and cities by region. `latin=native`: the spelling in email addresses, and the one that its owner uses.
 */
export const regions: readonly { first: string; last: string; cities: string }[] = [
  {
    first: 'Mira Jonas Lena Paul Hannah Emil Greta Anton Frieda Moritz',
    last: 'Schneider Weber Hoffmann Vogel gross=Groß Lindner Brandt mueller=Müller Seidel Winter',
    cities: 'Berlin Hamburg Leipzig Berlin München Berlin',
  },
  {
    first: 'Camille Hugo zoe=Zoë Louis chloe=Chloé Jules ines=Inès Mathieu Margot leo=Léo',
    last: 'Moreau Lefebvre Garnier Rousseau Chevalier Perrin Lacroix francois=François Dubois Marchand',
    cities: 'Paris Lyon Lille Marseille Nantes',
  },
  {
    first: 'Amara Chidi Ngozi Tunde Ifeoma Kwame Abena Kofi Folake Emeka',
    last: 'Okafor Adeyemi Mensah Boateng Eze Nwosu Owusu Balogun Asante Okonkwo',
    cities: 'Lagos Accra London Berlin',
  },
  {
    first: 'Priya Arjun Ananya Rohan Kavya Vikram Meera Aditya Nisha Sanjay',
    last: 'Sharma Iyer Patel Nair Banerjee Reddy Kulkarni Mehta Das Chopra',
    cities: 'Mumbai Bengaluru Delhi Kolkata London',
  },
  {
    first: 'misaki=美咲 haruto=陽翔 Yuki Kenji Aiko sora=空 Naoko Ren Emi Takashi',
    last: 'Tanaka sato=佐藤 Suzuki Watanabe ito=伊藤 Yamamoto Nakamura Kobayashi Mori Hayashi',
    cities: 'Tokyo Kyoto Osaka Sapporo',
  },
  {
    first: 'lucia=Lucía Mateo Valentina Diego Camila joaquin=Joaquín sofia=Sofía Andres Paula Tomas',
    last: 'garcia=García Fernandez Rojas munoz=Muñoz Herrera Castillo Vargas Ortega Silva pena=Peña',
    cities: 'Madrid Bogotá Santiago Valencia Sevilla',
  },
  {
    first: 'Agnieszka lukasz=Łukasz Zofia Piotr Kasia Marek Ola Jan Magda pawel=Paweł',
    last: 'Kowalska Nowak Zielinska wojcik=Wójcik Mazur Krawczyk Dudek Pawlak Sikora Baran',
    cities: 'Warszawa Kraków Gdańsk Berlin',
  },
  {
    first: 'Yasmin Omar Leila Karim Nour Samir Hala Tariq Dina Youssef',
    last: 'Haddad Mansour Khoury Nasser Farouk Aziz Saleh Rahman Amin Bakr',
    cities: 'Cairo Beirut Amman Tunis Paris',
  },
  {
    first: 'Astrid bjorn=Bjørn Ingrid Lars Saga Mikkel Freja soren=Søren Elin Olav',
    last: 'Lindqvist Hansen Nilsson Berg Dahl oberg=Öberg Lund Holm Eriksen Strand',
    cities: 'Oslo Stockholm Copenhagen Malmö',
  },
  {
    first: 'Beatriz Rafael Larissa Thiago Joana Caio Helena joao=João Marta Bruno',
    last: 'Almeida Ferreira Ribeiro Cardoso magalhaes=Magalhães Teixeira Lopes Pinto Duarte Barros',
    cities: 'Lisbon Porto Recife Curitiba Lisbon',
  },
  {
    first: 'Grace Oliver Aoife Declan Imogen Rhys Isla Callum Edith Ned',
    last: 'Murphy obrien=O’Brien Bennett Fraser Whitfield Hughes Kerr Doyle Marsh Pryce',
    cities: 'London Dublin Edinburgh Bristol Cardiff',
  },
  {
    first: 'Linh Minh Mei Wei Hana Jisoo Anh Jun Seoyeon Tuan',
    last: 'nguyen=Nguyễn tran=Trần Chen Wang Kim Park pham=Phạm Li Lin Choi',
    cities: 'Hanoi Taipei Seoul Singapore',
  },
  {
    first: 'Wren Marcus Delia Curtis Naomi Elias Josie Darnell Ruth Theo',
    last: 'Whitaker Brooks Delgado Carver Simmons Ellison Rivera Booker Tate Hale',
    cities: 'Chicago Oakland Montréal Portland Detroit',
  },
  {
    first: 'olena=Олена Andriy Iryna Taras eleni=Ελένη Nikos sofia.p=Σοφία Giorgos Oksana Danylo',
    last: 'Shevchenko kovalenko=Коваленко Bondar Melnyk papadakis=Παπαδάκης Vlachos Katsaros Lysenko Marchuk Economou',
    cities: 'Kyiv Lviv Athens Thessaloniki Berlin',
  },
];

/** Domains that cannot exist (RFC 2606), the most frequent first. */
export const domains = [
  'mail.example',
  'post.example',
  'inbox.example',
  'letters.example',
  'kiosk.example',
  'nordpost.example',
  'correo.example',
  'studio-halle.example',
  'railfans.example',
  'uni-west.example',
];
